import { defineConfig } from '@playwright/test'

// Nothing is imitated here: a window of the built app, a service behind real HTTP, an unlocked keyring, and a profile that
// no other test has seen. `npm test` and `npm run test:e2e` provide the display, the keyring and the build.
export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Generous, because a build machine may be slow, or busy with other things: a first sync of 6,000 insights has taken over
  // 30 s. What is waited for is what is visible.
  timeout: 300_000,
  expect: {
    timeout: 60_000,
    // `threshold` is a distance in colour from 0 to 1. An icon that is gone or a padding that grew by 4 px is hundreds of pixels.
    toHaveScreenshot: { pathTemplate: 'docs/pictures/{arg}{ext}', threshold: 0.1, maxDiffPixels: 40 },
  },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '.cache/reports/e2e.json' }]],
})
