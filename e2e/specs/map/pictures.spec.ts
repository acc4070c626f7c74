import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { answerDialogs } from '../../commands/answer-dialogs'
import { waitForRest } from '../../commands/check-accessibility'
import { openView } from '../../commands/open-view'
import { resizeWindow } from '../../commands/resize-window'
import { expect, test } from '../../fixtures/test'

test('pictures', async ({ sandbox, profile }) => {
  const { page, electron } = sandbox
  await openView(page, 'Map')
  await expect(page.getByRole('treeitem', { name: 'Solution:' }).first()).toBeVisible()
  const shoot = async (name: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await waitForRest(page)
      await page.screenshot({ path: `/tmp/shots-map/${name}-${scheme}.png` })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await resizeWindow(sandbox, { width: 1440, height: 900 })
  await shoot('wide')
  await page.getByRole('treeitem', { name: 'Insight:' }).first().click()
  await page.getByRole('treeitem', { name: 'Insight:' }).first().press('ArrowRight')
  await shoot('details')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await shoot('fit')
  const file = path.join(profile, 'map.png')
  await answerDialogs(electron, { file })
  await page.getByRole('button', { name: 'Export…' }).click()
  await page.getByRole('menuitem', { name: 'Save as PNG…' }).click()
  await expect(page.getByText('Map saved')).toBeVisible()
  await copyFile(file, '/tmp/shots-map/export.png')
  await page.getByRole('button', { name: /actual size/ }).click()
  await resizeWindow(sandbox, { width: 1024, height: 700 })
  await shoot('small')
  await page.getByRole('button', { name: /^Only gaps/ }).click()
  await expect(page.getByRole('treeitem', { name: 'Gap:' }).first()).toBeVisible()
  await shoot('gaps')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('searchbox').fill('battery')
  await expect(page.locator('mark').first()).toBeVisible()
  await shoot('search')
})
