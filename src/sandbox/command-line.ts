// Runs the sandbox on its own; `--help` lists the options. Prints one line of JSON to standard output when ready.
import { parseArgs } from 'node:util'
import { type SandboxOptions, startService } from './start'
import { type Variant, variantNames } from './variants'

const usage = `Usage: sandbox [options]
  --port N                        listen on 127.0.0.1:N instead of any free port
  --insights N                    serve exactly N insights, generated beyond the seeded ones
  --data FILE                     keep changes in FILE across restarts
  --relationships-parameter NAME  query parameter that names relationships (default: relationships)
  --validators                    send ETags for lists and answer 304
  --today YYYY-MM-DD              day that the ages of seeded records count back from
  --variant NAME                  send another form that a service may send; may be given more than once:
      dates-without-seconds         seeded dates are precise to the minute
      no-content                    204 without a body for link metric and mark all seen
      topic-relationships           insights inside a topic carry relationships and strength
  --help                          show this`

class UsageError extends Error {}

function wholeNumber(name: string, text: string | undefined, largest: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > largest) {
    throw new UsageError(`--${name} must be a whole number from 0 to ${largest}, not "${text}"`)
  }
  return value
}

function day(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
  if (!isDay) throw new UsageError(`--today must be a day such as 2026-02-28, not "${text}"`)
  return text
}

function named(name: string, text: string | undefined): string | undefined {
  if (text === '') throw new UsageError(`--${name} must not be empty`)
  return text
}

function variantsFrom(names: readonly string[] = []): readonly Variant[] {
  return names.map((name) => {
    const variant = variantNames.find((each) => each === name)
    if (variant === undefined) throw new UsageError(`--variant must be ${variantNames.join(', ')}, not "${name}"`)
    return variant
  })
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ port: text, insights: text, data: text, today: text },
        ...{ 'relationships-parameter': text, validators: flag, help: flag },
        variant: { type: 'string', multiple: true },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Returns undefined when only help was asked for. */
function optionsOf(args: readonly string[]): SandboxOptions | undefined {
  const values = valuesOf(args)
  if (values.help) return undefined
  return {
    port: wholeNumber('port', values.port, 65_535),
    insights: wholeNumber('insights', values.insights, 10_000_000),
    dataFile: named('data', values.data),
    relationshipsParameter: named('relationships-parameter', values['relationships-parameter']),
    hasValidators: values.validators,
    variants: variantsFrom(values.variant),
    today: day(values.today),
  }
}

async function run(options: SandboxOptions): Promise<void> {
  const { close, ...access } = await startService(options)
  const end = () => void close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  process.stdout.write(`${JSON.stringify(access)}\n`)
}

async function main(args: readonly string[]): Promise<void> {
  try {
    const options = optionsOf(args)
    if (options === undefined) process.stdout.write(`${usage}\n`)
    else await run(options)
  } catch (error) {
    const isUsage = error instanceof UsageError
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${isUsage ? `${usage}\n` : ''}`)
    process.exitCode = isUsage ? 2 : 1
  }
}

void main(process.argv.slice(2))
