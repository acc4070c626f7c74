// Loaded before the library program of a soak. Provides Electron's parent port, the date of the soak's clock and
// repeatable ids, so that nothing in the library depends on the time of the run.
const crypto = require('node:crypto')
const { syncBuiltinESMExports } = require('node:module')

const RealDate = Date
let nowMs = 0
let ids = 0

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(nowMs)
    else super(...given)
  }
  static now() {
    return nowMs
  }
}

const prefix = `80000000-${String(process.env.SOAK_LIBRARY_NUMBER).padStart(4, '0').slice(-4)}`
crypto.randomUUID = () => {
  ids += 1
  return `${prefix}-4000-8000-${String(ids).padStart(12, '0')}`
}
syncBuiltinESMExports()

process.parentPort = {
  on: (event, listener) =>
    process.on(event, ({ now, request }) => {
      nowMs = RealDate.parse(now)
      listener({ data: request })
    }),
  postMessage: (message) => process.send(message, () => undefined),
}
process.on('disconnect', () => process.exit(0))
