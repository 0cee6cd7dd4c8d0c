/** Seconds behind the live edge as text: '−0:42', '−1:02:05'. */
export function offsetText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return `−${shown.map((part, i) => (i === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':')}`
}
