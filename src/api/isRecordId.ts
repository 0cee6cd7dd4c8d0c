/** Whether a text, such as a segment of a URL, can be the id of a record: a positive integer. */
export const isRecordId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)
