import { expect, test } from 'vitest'
import { createFakeWindow, type FakeWindow } from '../testing/fake-window'
import { createManualClock, settle } from '../testing/manual-clock'
import { createMainWindow } from './main-window'

function setUp(afterCrashes: 'reload' | 'quit' = 'reload') {
  const clock = createManualClock()
  const windows: FakeWindow[] = []
  const told: string[] = []
  const mainWindow = createMainWindow({
    open() {
      const fake = createFakeWindow(windows.length + 1)
      windows.push(fake)
      return fake.window
    },
    clock,
    log: { info: () => {}, defect: (where) => `${told.push(where)}` },
    onFocus: () => {},
    onGone: () => {},
    tellClosing: () => told.push('closing'),
    async askAfterCrashes() {
      told.push('asked')
      return afterCrashes
    },
    quit: () => told.push('quit'),
  })
  mainWindow.focus()
  return { mainWindow, clock, windows, told, first: windows[0] as FakeWindow }
}

test('a window is shown when there is something to see, and not before', async () => {
  const { mainWindow, first } = setUp()
  mainWindow.focus()
  expect(first.done).toEqual([])
  first.readyToShow()
  expect(first.done).toEqual(['show'])
  mainWindow.focus()
  expect(first.done).toEqual(['show', 'show', 'focus'])
})

test('a window that is never ready is shown all the same', async () => {
  const { clock, first } = setUp()
  await clock.advance(5_000)
  expect(first.done).toEqual(['show'])
  first.readyToShow()
  expect(first.done).toEqual(['show'])
})

test('closing waits until the page has saved what was typed', async () => {
  const { mainWindow, clock, first, told } = setUp()
  expect(first.askToClose()).toBe(true)
  expect(told).toEqual(['closing'])
  await clock.advance(300)
  expect(first.done).toEqual([])
  mainWindow.readyToClose()
  await settle()
  expect(first.done).toEqual(['destroy'])
  expect(mainWindow.list()).toEqual([])
  expect(clock.waits()).toEqual([])
})

test('closing waits half a second at most, and asks once', async () => {
  const { clock, first, told } = setUp()
  first.askToClose()
  await clock.advance(499)
  first.askToClose()
  expect(first.done).toEqual([])
  await clock.advance(1)
  expect(first.done).toEqual(['destroy'])
  expect(told).toEqual(['closing'])
})

test('a page whose process is gone, or goes while it saves, holds nobody up', async () => {
  const gone = setUp()
  gone.first.crash()
  gone.first.window.webContents.isCrashed = () => true
  gone.first.askToClose()
  await settle()
  expect(gone.first.done).toEqual(['reload', 'destroy'])
  expect(gone.told).toEqual([])

  const going = setUp()
  going.first.askToClose()
  going.first.crash()
  await settle()
  expect(going.first.done).toContain('destroy')
})

test('at the end the window is closed in the same way, and none is opened again', async () => {
  const { mainWindow, windows, first, told } = setUp()
  const ended = mainWindow.end()
  expect(told).toEqual(['closing'])
  mainWindow.readyToClose()
  await ended
  expect(first.done).toEqual(['destroy'])
  mainWindow.focus()
  expect(windows).toHaveLength(1)
  await mainWindow.end()
})

test('a page that crashes is loaded again; after the fourth time within a minute the person is asked', async () => {
  const { clock, first, told } = setUp()
  for (let crash = 0; crash < 3; crash += 1) first.crash()
  await settle()
  expect(first.done).toEqual(['reload', 'reload', 'reload'])
  expect(told).toEqual([])
  first.crash()
  await settle()
  expect(told).toEqual(['asked'])
  expect(first.done).toHaveLength(4)
  // Counted afresh after the person said to go on.
  first.crash()
  await settle()
  expect(told).toEqual(['asked'])
  await clock.advance(60_000)
  for (let crash = 0; crash < 3; crash += 1) first.crash()
  await settle()
  expect(told).toEqual(['asked'])
})

test('a person who does not want to go on quits', async () => {
  const { first, told } = setUp('quit')
  for (let crash = 0; crash < 4; crash += 1) first.crash()
  await settle()
  expect(told).toEqual(['asked', 'quit'])
  expect(first.done).toHaveLength(3)
})
