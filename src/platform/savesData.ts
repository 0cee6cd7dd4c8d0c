/** Whether the browser asks for less data (Save-Data). Not every browser tells. */
export function savesData(): boolean {
  // The server renders the skeletons of the screens.
  if (typeof navigator === 'undefined') return false
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  return connection?.saveData === true
}
