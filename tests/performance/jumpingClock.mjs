/** Preloaded with `--import`: the wall clock jumps by up to half an hour in both directions, ten times a second. */
const RealDate = Date
let offset = 0
setInterval(() => (offset = (Math.random() * 2 - 1) * 30 * 60_000), 100).unref()

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + offset)
    else super(...values)
  }
  static now() {
    return RealDate.now() + offset
  }
}
