/** The icons of the controls, 24 by 24, in the color of the text around them. */
const iconPaths = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h4v14H7zM13 5h4v14h-4z',
  sound: 'M4 9v6h4l5 4V5L8 9zM16 8.5a4.5 4.5 0 0 1 0 7M18.5 6a8 8 0 0 1 0 12',
  muted: 'M4 9v6h4l5 4V5L8 9zM16.5 9.5l5 5M21.5 9.5l-5 5',
  captions: 'M3 5h18v14H3zM10.5 10.3a2 2 0 1 0 0 3.4M17 10.3a2 2 0 1 0 0 3.4',
  pictureInPicture: 'M3 5h18v14H3zM12 12h7v5h-7z',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  exitFullScreen: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  previous: 'M7 5v14M19 5v14L9 12z',
  next: 'M17 5v14M5 5v14l10-7z',
  star: 'M12 3.4l2.65 5.37 5.93.86-4.29 4.18 1.01 5.9L12 16.92l-5.3 2.79 1.01-5.9-4.29-4.18 5.93-.86z',
  more: 'M5 11.6v.8M12 11.6v.8M19 11.6v.8M4.6 12h.8M11.6 12h.8M18.6 12h.8',
  back: 'M15 5l-7 7 7 7',
  otherScreen: 'M3 9V5h18v14h-6M3 19h.1M3 16a3 3 0 0 1 3 3M3 12.5a6.5 6.5 0 0 1 6.5 6.5',
  keys: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 1.9M12 17v.5',
} as const

export type IconName = keyof typeof iconPaths

const filled: ReadonlySet<IconName> = new Set(['play', 'pause'])

export function Icon({ name, solid = filled.has(name) }: { name: IconName; solid?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={iconPaths[name]}
        fill={solid ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
