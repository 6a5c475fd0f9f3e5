import { QRCode } from 'antd'

/** The drawing that an authenticator app scans; light in the dark theme too, as readers of it need that. */
export default function FactorDrawing({ uri }: { uri: string }) {
  return <QRCode type="svg" value={uri} size={200} bgColor="#fff" color="#000" bordered={false} />
}
