import type { IpcMainInvokeEvent } from 'electron'
import { expect, it } from 'vitest'
import { isTrustedSender } from './dispatch'

const origin = 'app://discovery-desk'

function eventFrom(
  url: string,
  { isMainFrame = true, id = 1 } = {},
): Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'> {
  const frame = { url }
  return { sender: { id, mainFrame: isMainFrame ? frame : { url } }, senderFrame: frame } as never
}

it("trusts the app's own page", () => {
  expect(isTrustedSender(eventFrom('app://discovery-desk/index.html#/insights'), origin, new Set([1]))).toBe(true)
})

it.each([
  '',
  'about:blank',
  'app://discovery-desk.evil/',
  'app://evil/',
  'https://discovery-desk/',
  'file:///index.html',
  'data:text/html,x',
])('does not trust %j', (url) => {
  expect(isTrustedSender(eventFrom(url), origin, new Set([1]))).toBe(false)
})

it('does not trust a subframe, an unknown window or a destroyed frame', () => {
  const url = 'app://discovery-desk/'
  expect(isTrustedSender(eventFrom(url, { isMainFrame: false }), origin, new Set([1]))).toBe(false)
  expect(isTrustedSender(eventFrom(url, { id: 2 }), origin, new Set([1]))).toBe(false)
  expect(isTrustedSender({ ...eventFrom(url), senderFrame: null }, origin, new Set([1]))).toBe(false)
})
