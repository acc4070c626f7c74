import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { assertConfirmed } from './records'

const production = { environment: 'production', organisationId: 'o', workspaceId: 'w' } as const
const titled = (title: string | null) => async () => title
const missing = () => Promise.reject(new AppError('NOT_FOUND', 'Not here.'))

test.each([
  ['the title', 'Old manual', titled('Old manual')],
  ['the title with spaces around it', ' Old manual ', titled('  Old manual')],
  ['the id of a record without a title', 'k1', titled(null)],
  ['the id of a record with a blank title', 'k1', titled('  ')],
  ['the id of a record whose title has only invisible characters', 'k1', titled('\u200b')],
  ['the id of an unknown record', ' k1', missing],
  ['a title of the greatest length', 'a'.repeat(200), titled('a'.repeat(200))],
  ['the id of a record whose title is too long to type', 'k1', titled('a'.repeat(2001))],
])('accepts %s in production', async (_, confirmation, readTitle) => {
  await expect(assertConfirmed({ workspace: production, id: 'k1', confirmation }, readTitle)).resolves.toBeUndefined()
})

test.each([
  ['nothing', null, titled('Old manual')],
  ['an empty text for a title', '', titled('Old manual')],
  ['another case', 'old manual', titled('Old manual')],
  ['a part of the title', 'Old', titled('Old manual')],
  ['the id of a record with a title', 'k1', titled('Old manual')],
  ['an empty text for a record without a title', '', titled('')],
  ['an empty text for a title of invisible characters', '', titled('\u200b')],
  ['another text for an unknown record', 'x', missing],
  ['a title that is too long to type', 'a'.repeat(201), titled('a'.repeat(201))],
])('refuses %s in production', async (_, confirmation, readTitle) => {
  const check = assertConfirmed({ workspace: production, id: 'k1', confirmation }, readTitle)
  await expect(check).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    report: { fields: [{ path: ['confirmation'] }] },
  })
})

test.each(['staging', 'development', 'sandbox'] as const)('requires no confirmation in %s', async (environment) => {
  const deletion = { workspace: { ...production, environment }, id: 'k1', confirmation: null }
  await expect(assertConfirmed(deletion, () => Promise.reject(new Error('asked')))).resolves.toBeUndefined()
})

test('rethrows a library error other than NOT_FOUND', async () => {
  const gone = () => Promise.reject(new AppError('LIBRARY_UNAVAILABLE', 'Gone.'))
  const check = assertConfirmed({ workspace: production, id: 'k1', confirmation: 'k1' }, gone)
  await expect(check).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
})
