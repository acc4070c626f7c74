/** A virus scanner reads a new file for some milliseconds; together this is a second. */
const waitsMs = [10, 20, 40, 80, 150, 300, 400]
const codes: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY']

/**
 * How many milliseconds to wait before a file is renamed once more; null: the error is final. Windows refuses to rename or
 * replace a file while another program has it open.
 * @param tries how often it was tried before
 */
export function waitForFile(error: unknown, tries: number, platform: string): number | null {
  const isHeldOpen = platform === 'win32' && error instanceof Error && 'code' in error && codes.includes(error.code)
  return isHeldOpen ? (waitsMs[tries] ?? null) : null
}
