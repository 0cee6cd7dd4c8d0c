/** The icons of the toolbar, 16 by 16. */
const paths = {
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  save: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  screenshots: 'M2.5 3h11v10h-11zM2.5 10.5 6 7l3 3 1.5-1.5 3 3',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6Z',
  sun: 'M8 5a3 3 0 1 0 .01 0M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
