// Permissions of every operation (API document, "Authentication").
import { type OperationName, operations } from '../../src/contract/service'
import type { ConformanceCase } from './case'
import { demandProblem } from './demands'
import { call, type Target } from './target'

const names = Object.keys(operations) as OperationName[]

/** Returns a valid body: an answer about the body would hide a missing check of the token. */
function bodyOf(name: OperationName, target: Target): unknown {
  if (name === 'manageMetricRelationships') return { outcomeIds: [] }
  if (name !== 'createInsight') return undefined
  const { organisationId, workspaceId } = target
  return {
    type: 'Bug',
    title: 'Must never be kept',
    description: 'Sent without permission',
    organisationId,
    workspaceId,
  }
}

/** The same token, declared unsigned. */
function unsigned(token: string): string {
  // {"alg":"none","typ":"JWT"}
  return `eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.${token.split('.')[1] ?? ''}.`
}

/** The same claims with a signature changed in its middle. */
function tampered(token: string): string {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const middle = Math.floor(signature.length / 2)
  const other = signature.charAt(middle) === 'A' ? 'B' : 'A'
  return `${head}.${claims}.${signature.slice(0, middle)}${other}${signature.slice(middle + 1)}`
}

interface Refusal {
  readonly who: string
  readonly status: 401 | 403
  readonly needs: ConformanceCase['needs']
  readonly authorization: (target: Target) => string | null
}

const refusals: readonly Refusal[] = [
  { who: 'no token', status: 401, needs: [], authorization: () => null },
  { who: 'an empty token', status: 401, needs: [], authorization: () => 'Bearer ' },
  { who: 'a token that is no JWT', status: 401, needs: [], authorization: () => 'Bearer not-a-token' },
  { who: 'another scheme', status: 401, needs: [], authorization: ({ token }) => `Basic ${token}` },
  { who: 'an unsigned token', status: 401, needs: [], authorization: ({ token }) => `Bearer ${unsigned(token)}` },
  { who: 'a changed signature', status: 401, needs: [], authorization: ({ token }) => `Bearer ${tampered(token)}` },
  { who: 'an expired token', status: 401, needs: ['expiredToken'], authorization: (t) => `Bearer ${t.expiredToken}` },
  {
    who: 'a token of another organisation',
    status: 403,
    needs: ['foreignToken'],
    authorization: (target) => `Bearer ${target.foreignToken}`,
  },
]

function refusalCases(name: OperationName): ConformanceCase[] {
  const isChanging = operations[name].method !== 'GET'
  return refusals.map(({ who, status, needs, authorization }) => ({
    name: `${name}: ${status} for ${who}`,
    isChanging,
    needs,
    run: async (target) => {
      const options = { body: bodyOf(name, target), authorization: authorization(target) }
      demandProblem(await call(target, name, options), status)
    },
  }))
}

function foreignPathCase(name: OperationName): ConformanceCase {
  return {
    name: `${name}: 403 for an organisation that is not the token's`,
    isChanging: operations[name].method !== 'GET',
    needs: [],
    run: async (target) => {
      const parameters = { orgId: '00000000-0000-4000-8000-00000000beef' }
      demandProblem(await call(target, name, { body: bodyOf(name, target), parameters }), 403)
    },
  }
}

function readOnlyCases(name: OperationName): ConformanceCase[] {
  if (operations[name].method === 'GET') return []
  const run = async (target: Target) => {
    const options = { body: bodyOf(name, target), authorization: `Bearer ${target.readOnlyToken}` }
    demandProblem(await call(target, name, options), 403)
  }
  return [{ name: `${name}: 403 for a token that may only read`, isChanging: true, needs: ['readOnlyToken'], run }]
}

export const accessCases: readonly ConformanceCase[] = names.flatMap((name) => [
  ...refusalCases(name),
  foreignPathCase(name),
  ...readOnlyCases(name),
])
