import source from '../../../../CHANGELOG.md?raw'

/** The versions, newest first, as Markdown for a narrow column: wrapped lines are joined and links reduced to their text. */
export function changesIn(changelog: string): string {
  const versions = changelog.slice(Math.max(0, changelog.search(/^## /m)))
  return versions
    .replace(/\[([^\]]+)\](?:\([^)]*\))?/g, '$1')
    .replace(/(\S)\n[ \t]*(?=[^\s#-])/g, '$1 ')
    .trim()
}

export const changes = changesIn(source)
