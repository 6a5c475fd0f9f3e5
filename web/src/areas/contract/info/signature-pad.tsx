import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'

const width = 520
const height = 160

/**
 * A place to draw a signature with mouse, finger or pen. It hands over the picture after each stroke, and null when it is emptied or
 * leaves the page.
 */
export function SignaturePad({ onChange }: { onChange: (picture: Blob | null) => void }) {
  const text = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef<{ x: number; y: number } | null>(null)
  const [empty, setEmpty] = useState(true)
  /** The number of the latest drawing. A picture that is ready later than the next drawing, or than an empty pad, is not handed over. */
  const drawing = useRef(0)
  const hand = useRef(onChange)
  hand.current = onChange
  useEffect(
    () => () => {
      drawing.current++
      hand.current(null)
    },
    [],
  )

  const place = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height }
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext('2d')
    if (!last.current || !pen) return
    const to = place(event)
    // Ink is dark in every theme: the picture is printed on white paper.
    pen.strokeStyle = '#10233f'
    pen.lineWidth = 2.4
    pen.lineCap = 'round'
    pen.beginPath()
    pen.moveTo(last.current.x, last.current.y)
    pen.lineTo(to.x, to.y)
    pen.stroke()
    last.current = to
    setEmpty(false)
  }
  const lift = () => {
    if (!last.current) return
    last.current = null
    const own = ++drawing.current
    canvas.current?.toBlob((picture) => own === drawing.current && onChange(picture), 'image/png')
  }
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, width, height)
    setEmpty(true)
    drawing.current++
    onChange(null)
  }
  return (
    <div className="pad">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        aria-label={text('contract.draw')}
        role="img"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          last.current = place(event)
        }}
        onPointerMove={draw}
        onPointerUp={lift}
        onPointerCancel={lift}
      />
      {empty ? (
        <span className="pad-hint">{text('contract.draw')}</span>
      ) : (
        <Button small look="text" onClick={clear}>
          {text('contract.clear')}
        </Button>
      )}
    </div>
  )
}
