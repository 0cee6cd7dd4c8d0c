/** Formats are kept, because creating one takes longer than formatting the values of a whole screen. */
const kept = <Options, Format>(create: (locale: string, options: Options) => Format) => {
  const formats = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = locale + JSON.stringify(options)
    const format = formats.get(key) ?? create(locale, options)
    formats.set(key, format)
    return format
  }
}

/** The format of dates in the time zone of the browser. */
export const dateFormat = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** The format of numbers. */
export const numberFormat = kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
