import { chmod, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInsight } from '../../commands/create-insight'
import { readProfile } from '../../commands/read-profile'
import { insightRow } from '../../commands/read-rows'
import { expect, test } from '../../fixtures/test'

test('only the owner can access the library: files are 0600 in a 0700 folder, including the write-ahead log', async ({
  sandbox: { page },
  profile,
}) => {
  await createInsight(page, { title: 'Something to write down', description: 'So that there is a log to look at.' })
  await expect(insightRow(page, 'Something to write down')).toBeVisible()
  const folder = path.join(profile, 'library')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const files = (await readProfile(folder)).map(({ name, mode }) => [name, mode.toString(8)])
  expect(files).toEqual(
    expect.arrayContaining([
      ['sandbox.db', '600'],
      ['sandbox.db-wal', '600'],
      ['sandbox.db-shm', '600'],
    ]),
  )
  expect(files.filter(([, mode]) => mode !== '600')).toEqual([])
})

test('the window warns about a profile that other users can write to', async ({ start, profile }) => {
  await chmod(profile, 0o777)
  const { page } = await start()
  await expect(page.getByText('Other users of this computer can write to the app’s folder')).toBeVisible()
})
