import { escapeHtml } from './wordpress.ts'

/** A square channel logo as SVG. It uses system fonts, so that no font is loaded. */
export function renderChannelLogo(letters: string, color: string, name: string): string {
  const size = letters.length > 1 ? 42 : 56
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img" aria-label="${escapeHtml(name)}">
<rect width="96" height="96" fill="${escapeHtml(color)}"/>
<rect x="12" y="76" width="20" height="6" fill="#fff" fill-opacity=".85"/>
<text x="12" y="62" fill="#fff" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif" font-size="${size}" font-weight="700" letter-spacing="-1.5">${escapeHtml(letters)}</text>
</svg>
`
}

/** The default avatar as SVG: initials on a plain background. */
export function renderDefaultAvatar(name: string): string {
  const initials = name
    .split(/[\s'’]+/)
    .map((part) => part.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img" aria-label="${escapeHtml(name)}">
<rect width="96" height="96" fill="#33414d"/>
<circle cx="48" cy="112" r="52" fill="#4a5b69"/>
<text x="48" y="58" fill="#fff" text-anchor="middle" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif" font-size="34" font-weight="600" letter-spacing="-1">${escapeHtml(initials)}</text>
</svg>
`
}
