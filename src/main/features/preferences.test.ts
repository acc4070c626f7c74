import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../contract/errors'
import { defaultSettings } from '../settings/schema'
import { preferencesHandlers } from './preferences'

const nativeTheme = vi.hoisted(() => ({ themeSource: 'system' }))
vi.mock('electron', () => ({ nativeTheme }))

it('gives the window frame and menus the chosen colours even if the choice cannot be stored', async () => {
  let settings = defaultSettings(randomUUID())
  const handlers = preferencesHandlers({
    read: () => settings,
    update: async (change) => {
      settings = change(settings)
      throw new AppError('DISK_FULL', 'No room left.')
    },
  })
  const input = { colorScheme: 'dark' } as const
  await expect(handlers.save(input, {} as never)).rejects.toMatchObject({ code: 'DISK_FULL' })
  expect(nativeTheme.themeSource).toBe('dark')
})
