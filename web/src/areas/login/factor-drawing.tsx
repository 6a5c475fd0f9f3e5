import { QRCode } from 'antd'

/** The QR code for an authenticator app; its background is light in the dark theme too, since scanners need that. */
export default function FactorDrawing({ uri }: { uri: string }) {
  return <QRCode type="svg" value={uri} size={200} bgColor="#fff" color="#000" bordered={false} />
}
