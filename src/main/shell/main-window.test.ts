import { expect, test } from 'vitest'
import { createFakeWindow, type FakeWindow } from '../testing/fake-window'
import { createManualClock, settle } from '../testing/manual-clock'
import { createMainWindow } from './main-window'

function setUp(afterCrashes: 'reload' | 'quit' = 'reload') {
  const clock = createManualClock()
  const windows: FakeWindow[] = []
  const events: string[] = []
  const mainWindow = createMainWindow({
    open() {
      const fake = createFakeWindow(windows.length + 1)
      windows.push(fake)
      return fake.window
    },
    clock,
    log: { info: () => {}, defect: (where) => `${events.push(where)}` },
    onFocus: () => {},
    onGone: () => {},
    tellClosing: () => events.push('closing'),
    async askAfterCrashes() {
      events.push('asked')
      return afterCrashes
    },
    quit: () => events.push('quit'),
  })
  mainWindow.focus()
  return { mainWindow, clock, windows, events, first: windows[0] as FakeWindow }
}

test('shows a window when it has content, not before', async () => {
  const { mainWindow, first } = setUp()
  mainWindow.focus()
  expect(first.done).toEqual([])
  first.readyToShow()
  expect(first.done).toEqual(['show'])
  mainWindow.focus()
  expect(first.done).toEqual(['show', 'show', 'focus'])
})

test('shows a window after five seconds even if it never becomes ready', async () => {
  const { clock, first } = setUp()
  await clock.advance(5_000)
  expect(first.done).toEqual(['show'])
  first.readyToShow()
  expect(first.done).toEqual(['show'])
})

test('closes a window after the renderer has saved', async () => {
  const { mainWindow, clock, first, events } = setUp()
  expect(first.askToClose()).toBe(true)
  expect(events).toContain('closing')
  await clock.advance(300)
  expect(first.done).toEqual([])
  mainWindow.readyToClose()
  await settle()
  expect(first.done).toEqual(['destroy'])
  expect(mainWindow.list()).toEqual([])
  expect(clock.waits()).toEqual([])
})

test('begins to quit as soon as a person closes the window, before the renderer has saved', async () => {
  const { mainWindow, first, events } = setUp()
  first.askToClose()
  expect(events).toEqual(['quit', 'closing'])
  const ended = mainWindow.end()
  await settle()
  expect(first.done).toEqual([])
  mainWindow.readyToClose()
  await ended
  expect(first.done).toEqual(['destroy'])
  expect(events).toEqual(['quit', 'closing'])
})

test('closes a window after three seconds at most, and asks the renderer once', async () => {
  const { clock, first, events } = setUp()
  first.askToClose()
  await clock.advance(2_999)
  first.askToClose()
  expect(first.done).toEqual([])
  await clock.advance(1)
  expect(first.done).toEqual(['destroy'])
  expect(events.filter((event) => event === 'closing')).toHaveLength(1)
})

test('closes a window at once if its renderer has crashed or crashes while saving', async () => {
  const gone = setUp()
  gone.first.crash()
  gone.first.window.webContents.isCrashed = () => true
  gone.first.askToClose()
  await settle()
  expect(gone.first.done).toEqual(['reload', 'destroy'])
  expect(gone.events).toEqual(['quit'])

  const going = setUp()
  going.first.askToClose()
  going.first.crash()
  await settle()
  expect(going.first.done).toContain('destroy')
})

test('end closes the window after saving, and focus opens none afterwards', async () => {
  const { mainWindow, windows, first, events } = setUp()
  const ended = mainWindow.end()
  expect(events).toEqual(['closing'])
  mainWindow.readyToClose()
  await ended
  expect(first.done).toEqual(['destroy'])
  mainWindow.focus()
  expect(windows).toHaveLength(1)
  await mainWindow.end()
})

test('reloads a crashed renderer three times within a minute, then asks the person', async () => {
  const { clock, first, events } = setUp()
  for (let crash = 0; crash < 3; crash += 1) first.crash()
  await settle()
  expect(first.done).toEqual(['reload', 'reload', 'reload'])
  expect(events).toEqual([])
  first.crash()
  await settle()
  expect(events).toEqual(['asked'])
  expect(first.done).toHaveLength(4)
  // The count starts anew after the person chose to reload.
  first.crash()
  await settle()
  expect(events).toEqual(['asked'])
  await clock.advance(60_000)
  for (let crash = 0; crash < 3; crash += 1) first.crash()
  await settle()
  expect(events).toEqual(['asked'])
})

test('quits if the person chooses to after repeated crashes', async () => {
  const { first, events } = setUp('quit')
  for (let crash = 0; crash < 4; crash += 1) first.crash()
  await settle()
  expect(events).toEqual(['asked', 'quit'])
  expect(first.done).toHaveLength(3)
})
