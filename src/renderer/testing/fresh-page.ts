// Runs before the other setup of each file. The files of a worker share a window and the packages, whose compiled code is
// worth keeping; leftovers of an earlier file in our own modules and in the document are not.
import { vi } from 'vitest'

vi.resetModules()
document.head.replaceChildren()
document.body.replaceChildren()
for (const element of [document.documentElement, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
}
localStorage.clear()
sessionStorage.clear()
location.hash = ''
