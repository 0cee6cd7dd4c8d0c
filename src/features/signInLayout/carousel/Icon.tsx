/** The icons of the carousel, 24 by 24, in the color of the text around them. */
const iconPaths = {
  androidTv: 'M3 7h18v11H3zM8 21h8M9 3.5 12 7l3-3.5',
  googlePlay: 'M6 4.2v15.6L19.2 12zM6 4.2 14.4 14.8M6 19.8 14.4 9.2',
  fireTv:
    'M12.2 2.8c.6 3.6 5.3 5.2 5.3 10.6a5.5 5.5 0 0 1-11 0c0-2.2.9-3.7 2-4.9.2 1.6.9 2.5 1.9 2.8-.4-3.1.2-6 1.8-8.5z',
  roku: 'M9 2.8h6a1.5 1.5 0 0 1 1.5 1.5v15.4a1.5 1.5 0 0 1-1.5 1.5H9a1.5 1.5 0 0 1-1.5-1.5V4.3A1.5 1.5 0 0 1 9 2.8zM12 6.5v4.5M9.75 8.75h4.5M10.5 15.5h3',
  windows: 'M3.5 5.6 10.5 4.5v7h-7zM13 4.1l7.5-1.2v8.6H13zM3.5 13.5h7v7l-7-1.1zM13 13.5h7.5v8.6L13 20.9z',
  previous: 'M14.5 5.5 8 12l6.5 6.5',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10.5-6.5z',
} as const

export type IconName = keyof typeof iconPaths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d={iconPaths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
