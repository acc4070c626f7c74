interface Place {
  readonly activeIndex: number
  readonly rowCount: number
  readonly rowsPerPage: number
}

/** Where a key leads from the active row; null for keys that do not move. One row of a page stays in sight. */
export function targetIndex(key: string, { activeIndex, rowCount, rowsPerPage }: Place): number | null {
  const page = Math.max(1, rowsPerPage - 1)
  switch (key) {
    case 'ArrowDown':
      return activeIndex + 1
    case 'ArrowUp':
      return activeIndex - 1
    case 'PageDown':
      return activeIndex + page
    case 'PageUp':
      return activeIndex - page
    case 'Home':
      return 0
    case 'End':
      return rowCount - 1
    default:
      return null
  }
}
