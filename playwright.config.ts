import { defineConfig } from '@playwright/test'

// Nothing here is fake: a window of the built app, a service behind real HTTP, an unlocked keyring and a fresh profile.
// `npm test` and `npm run test:e2e` provide the display, the keyring and the build.
export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Generous, because a build machine may be slow or busy: a first sync of 6,000 insights has taken over 30 s. Tests wait
  // for something visible.
  timeout: 600_000,
  expect: {
    timeout: 60_000,
    // `threshold` is a colour distance from 0 to 1. A missing icon or 4 px more padding changes hundreds of pixels.
    toHaveScreenshot: { pathTemplate: 'docs/pictures/{arg}{ext}', threshold: 0.1, maxDiffPixels: 40 },
  },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '.cache/reports/e2e.json' }]],
})
