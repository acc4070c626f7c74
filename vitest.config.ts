import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Packages of many modules, which every test file evaluates anew: as one file each that is done in half of the time. */
const bundled = [
  ...['react-dom', 'react-dom/client', 'react-router', 'zod'],
  ...['@mantine/core', '@mantine/form', '@mantine/hooks', '@mantine/modals', '@mantine/notifications'],
  ...['@tanstack/react-query', '@tanstack/react-virtual', 'tinykeys'],
  ...['@testing-library/react', '@testing-library/user-event', '@testing-library/jest-dom/vitest'],
]

/** The file of each icon instead of the six thousand of their package, which every test file would evaluate anew. */
const iconsOneByOne: Plugin = {
  name: 'icons-one-by-one',
  // Types are gone by then, and each import is one line.
  enforce: 'post',
  transform: {
    filter: { code: '@tabler/icons-react' },
    handler: (code) =>
      code.replace(/import \{([^}]*)\} from ["']@tabler\/icons-react["']/g, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim().split(' as '))
          .map(([icon, name = icon]) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs'`)
          .join(';'),
      ),
  },
}

export default defineConfig({
  // Each checkout its own, also where they share their packages.
  cacheDir: '.cache/vite',
  test: {
    allowOnly: false,
    // One more than there are processors: half of the time a test waits, for a disk, a process or a server. Not many
    // more than eight, as each takes up to a gigabyte, and a machine of many processors may lend us little memory.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          // A process for each file costs more than most files: these leave nothing behind for the next one.
          isolate: false,
          include: ['src/**/*.test.ts', 'tests/**/*.test.{mjs,ts}', 'scripts/**/*.test.{mjs,ts}'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // One second, the default, is too short on a machine that is busy with other tests.
          expect: { poll: { timeout: 5000 } },
        },
      },
      {
        plugins: [react(), iconsOneByOne],
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          // A context for each file instead of a process: as far apart, at half of the price.
          pool: 'vmThreads',
          // Contexts pile up in a worker until it is replaced. Vitest would wait for its share of the machine's memory,
          // which is more than a container or the engine's own limit allows.
          vmMemoryLimit: '768MB',
          deps: { optimizer: { client: { enabled: true, include: bundled } } },
          include: ['src/renderer/**/*.test.tsx'],
          setupFiles: ['src/renderer/testing/setup.ts'],
          // Otherwise every style sheet is empty; the colours of this one are held to their contrast.
          css: { include: [/app\.css/] },
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // One second, the default, is too short on a machine that is busy with other tests.
          expect: { poll: { timeout: 5000 } },
        },
      },
    ],
  },
})
