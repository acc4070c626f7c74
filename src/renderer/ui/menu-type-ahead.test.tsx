import { Button, Menu } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { stopClock } from '../testing/stop-clock'

const press = vi.fn()

const labels = ['Open', 'Mark as reviewed', 'Mark all as seen…', 'Snooze…', 'Copy link', 'Copy ID']

beforeEach(() => {
  press.mockReset()
  stopClock()
})

async function openMenu() {
  renderView(
    <Menu transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button>More</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {labels.map((label) => (
          <Menu.Item key={label} onClick={() => press(label)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  ;(await screen.findByRole('menuitem', { name: 'Open' })).focus()
}

const item = (name: string) => screen.getByRole('menuitem', { name })

it('takes a space in the middle of a text as a part of it', async () => {
  await openMenu()
  await userEvent.keyboard('mark')
  expect(item('Mark as reviewed')).toHaveFocus()
  await userEvent.keyboard(' al')
  expect(item('Mark all as seen…')).toHaveFocus()
  expect(press).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(press.mock.calls).toEqual([['Mark all as seen…']])
})

it('presses the focused item with a space after a pause', async () => {
  await openMenu()
  await userEvent.keyboard('sn')
  vi.setSystemTime(Date.now() + 1000)
  await userEvent.keyboard(' ')
  expect(press.mock.calls).toEqual([['Snooze…']])
})

it('presses the item that an arrow key went to with a space', async () => {
  await openMenu()
  await userEvent.keyboard('m{ArrowDown} ')
  expect(press.mock.calls).toEqual([['Mark all as seen…']])
})

it('presses the item that one letter went to with a space, at once', async () => {
  await openMenu()
  await userEvent.keyboard('s ')
  expect(press.mock.calls).toEqual([['Snooze…']])
})

it('begins a new text after a pause', async () => {
  await openMenu()
  await userEvent.keyboard('mark')
  vi.setSystemTime(Date.now() + 1000)
  await userEvent.keyboard('copy i')
  expect(item('Copy ID')).toHaveFocus()
})

it('goes through the items that begin with a letter, and keeps the focus where none does', async () => {
  await openMenu()
  await userEvent.keyboard('c')
  expect(item('Copy link')).toHaveFocus()
  await userEvent.keyboard('c')
  expect(item('Copy ID')).toHaveFocus()
  await userEvent.keyboard('c')
  expect(item('Copy link')).toHaveFocus()
  await userEvent.keyboard('x y')
  expect(item('Copy link')).toHaveFocus()
  expect(press).not.toHaveBeenCalled()
})
