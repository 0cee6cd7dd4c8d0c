import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** In modules. Scanners need a bright border. */
const border = 2

/** A QR code, black on white in both schemes, because not every scanner reads an inverted one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border })
    const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    return { size, path: rows.join('') }
  }, [text])
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
