/** The tests of the page alone, for mistakes in the page. */
import { defineConfig } from 'vitest/config'
import whole from '../../vitest.config.ts'

const projects = whole.test.projects.map((project) => ({
  ...project,
  test: { ...project.test, include: [`src/renderer/**/*.test.${project.test.name === 'node' ? 'ts' : 'tsx'}`] },
}))

export default defineConfig({ ...whole, test: { ...whole.test, projects } })
