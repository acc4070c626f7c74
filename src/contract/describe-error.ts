// An error for the log: its class, code and stack, without its message. A message quotes data: JSON.parse quotes its
// input, SQLite and the file system a value or a path, a service its own words. The stack says where to look.

const mostCauses = 3

/** A place in a file of the app or of Node. The folder is left out, as it may have the person's name. */
const place = '(?:[^()]*[\\\\/])?([\\w.@-]+):(\\d+):(\\d+)'
const caller = '(?:async )?(?:new |get |set )?[\\w$.<>#]{1,100}(?: [\\w$<>#]{1,60})?(?: \\[as [\\w$.]{1,100}\\])?'
const frame = new RegExp(`^ {4}at (?:(${caller}) \\(${place}\\)|${place})$`)

/** Errors in loading the program itself. Their messages are logged: they have no personal data, and little else helps. */
const ofLoading: ReadonlySet<unknown> = new Set(['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'])

export function describeError(defect: unknown): string {
  const lines: string[] = []
  let error = defect
  for (let depth = 0; depth <= mostCauses && error !== undefined; depth += 1) {
    lines.push(...describeOne(error, depth === 0 ? '' : 'caused by '))
    error = error instanceof Error ? error.cause : undefined
  }
  return lines.join('\n')
}

function describeOne(error: unknown, prefix: string): readonly string[] {
  if (!(error instanceof Error)) return [`${prefix}a thrown ${error === null ? 'null' : typeof error}`]
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown }
  const known = [code, syscall].filter(isName).map((name) => ` ${name}`)
  const message = ofLoading.has(code) ? `: ${error.message.split('\n')[0]}` : ''
  return [`${prefix}${isName(error.name) ? error.name : 'Error'}${known.join('')}${message}`, ...framesOf(error)]
}

const isName = (value: unknown) => typeof value === 'string' && /^[A-Za-z_]\w{0,60}$/.test(value)

/** Reads from the end, and without the message, which may have lines that look like frames. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const frames: string[] = []
  for (const line of stack.replace(message, '').split('\n').reverse()) {
    if (!line.startsWith('    at ')) break
    const [, name, ...places] = frame.exec(line) ?? []
    const at = places.filter((each) => each !== undefined).join(':')
    if (at !== '') frames.unshift(name === undefined ? `  at ${at}` : `  at ${name} (${at})`)
  }
  return frames
}
