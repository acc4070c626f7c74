// Checks a list of insights with our schema, and with Ajv compiled from it. Prints the milliseconds of each.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { ReceivedInsight } from '../../../src/contract/resources/insight'

const { data: items } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
// Zod checks formats in both cases: Ajv has none without another package.
const schema = z.toJSONSchema(ReceivedInsight, { io: 'input', unrepresentable: 'any' })
const check = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)

function timeOf(isValid) {
  const begin = performance.now()
  const valid = items.filter(isValid).length
  return { ms: performance.now() - begin, valid }
}

const zod = timeOf((item) => ReceivedInsight.safeParse(item).success)
const ajv = timeOf((item) => check(item))
process.stdout.write(JSON.stringify({ zod, ajv }))
