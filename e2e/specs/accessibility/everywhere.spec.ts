// Everything the app can show, one after the other in one start of it, by the rules of WCAG 2.2 A and AA that a machine
// can check; light and dark.
import { checkAccessibility } from '../../commands/check-accessibility'
import { test } from '../../fixtures/test'
import { walkEverywhere } from '../../walk/walk'

test('nothing breaks a rule of WCAG 2.2 AA anywhere', async ({ start, serve }) => {
  // Some fifty stops; on a busy machine each takes seconds.
  test.setTimeout(300_000)
  const service = await serve()
  const app = await start()
  await walkEverywhere({
    app,
    service,
    async visit(name) {
      await app.page.emulateMedia({ colorScheme: 'light' })
      await checkAccessibility(app.page, `${name}, light`)
      await app.page.emulateMedia({ colorScheme: 'dark' })
      await checkAccessibility(app.page, `${name}, dark`, 'contrast')
    },
  })
})
