import { MantineProvider, Modal } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'

it('gives the nonce of the page to the style with which a dialog keeps the page from scrolling', async () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'csp-nonce', nonce: 'of-this-page' })
  document.head.append(meta)
  onTestFinished(() => {
    meta.remove()
    Reflect.deleteProperty(globalThis, '__webpack_nonce__')
  })
  const { styleNonce } = await import('./nonce')
  expect(styleNonce).toBe('of-this-page')
  render(
    <MantineProvider env="test">
      <Modal opened onClose={() => {}} />
    </MantineProvider>,
  )
  expect(document.head.querySelector('style[nonce="of-this-page"]')).toHaveTextContent(/overflow: hidden/)
})
