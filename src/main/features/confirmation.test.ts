import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { assertConfirmed } from './confirmation'

const production = { environment: 'production', organisationId: 'o', workspaceId: 'w' } as const
const titled = (title: string | null) => async () => title
const missing = () => Promise.reject(new AppError('NOT_FOUND', 'Not here.'))

test.each([
  ['the title', 'Old manual', titled('Old manual')],
  ['the title with blanks around', ' Old manual ', titled('  Old manual')],
  ['the id, where there is no title', 'k1', titled(null)],
  ['the id, where the title is blank', 'k1', titled('  ')],
  ['the id, where the record is not known', ' k1', missing],
  ['a title as long as anybody types', 'a'.repeat(200), titled('a'.repeat(200))],
  ['the id, where the title is too long to type', 'k1', titled('a'.repeat(2001))],
])('production takes %s', async (_, confirmation, readTitle) => {
  await expect(assertConfirmed({ workspace: production, id: 'k1', confirmation }, readTitle)).resolves.toBeUndefined()
})

test.each([
  ['nothing', null, titled('Old manual')],
  ['an empty text', '', titled('Old manual')],
  ['another case', 'old manual', titled('Old manual')],
  ['a part', 'Old', titled('Old manual')],
  ['the id of something with a title', 'k1', titled('Old manual')],
  ['an empty text for something without a title', '', titled('')],
  ['something else for an unknown record', 'x', missing],
  ['a title that is too long to type', 'a'.repeat(201), titled('a'.repeat(201))],
])('production refuses %s', async (_, confirmation, readTitle) => {
  const asked = assertConfirmed({ workspace: production, id: 'k1', confirmation }, readTitle)
  await expect(asked).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    report: { fields: [{ path: ['confirmation'] }] },
  })
})

test.each(['staging', 'development', 'sandbox'] as const)('%s needs none', async (environment) => {
  const deletion = { workspace: { ...production, environment }, id: 'k1', confirmation: null }
  await expect(assertConfirmed(deletion, () => Promise.reject(new Error('asked')))).resolves.toBeUndefined()
})

test('a library that cannot be asked deletes nothing', async () => {
  const gone = () => Promise.reject(new AppError('LIBRARY_UNAVAILABLE', 'Gone.'))
  const asked = assertConfirmed({ workspace: production, id: 'k1', confirmation: 'k1' }, gone)
  await expect(asked).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
})
