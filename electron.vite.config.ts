import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import electronPackage from 'electron/package.json' with { type: 'json' }
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

// CommonJS, because an ES module as main entry needs Electron 28, and the app must also run on the fallback runtime.
const commonJs = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  dynamicImportInCjs: false,
} as const

// List of the bundled packages and their licences, read by scripts/package and left out of the package.
const license = { fileName: '.vite/licenses.json' }

/** Fetches the typeface of the first frame beside the script, instead of after the style sheet. */
const preloadTypeface: Plugin = {
  name: 'preload-typeface',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name))
      if (file === undefined) throw new Error('The typeface of the first frame is not among the built files.')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` }
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
    },
  },
}

/** Empty so far: the project has no public tracker. */
const { bugs = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as { bugs?: { url?: string; email?: string } }

export default defineConfig({
  main: {
    define: {
      INTENDED_ELECTRON_MAJOR: Number.parseInt(electronPackage.version, 10),
      REPORT_ADDRESS: JSON.stringify(bugs.url ?? bugs.email ?? null),
    },
    build: {
      target: 'node18',
      license,
      externalizeDeps: { exclude: ['zod', 'jose'], include: ['keytar', 'libsql'] },
      rollupOptions: {
        input: { index: 'src/main/index.ts', 'sandbox-command-line': 'src/sandbox/command-line.ts' },
        output: commonJs,
      },
    },
  },
  preload: {
    build: {
      target: 'node18',
      license,
      // A sandboxed preload can require only Electron, so all else has to be inside this one file.
      externalizeDeps: false,
      rollupOptions: { output: { ...commonJs, codeSplitting: false } },
    },
  },
  renderer: {
    plugins: [react(), preloadTypeface],
    build: {
      target: 'chrome114',
      minify: true,
      assetsInlineLimit: 0,
      license,
      // One file holds all that the first rows need: each further one is a round trip through main during the start.
      rollupOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    },
  },
})
