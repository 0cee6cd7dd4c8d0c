/** Whether the browser asks for less data (Save-Data). Not every browser tells. */
export function savesData(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  return connection?.saveData === true
}
