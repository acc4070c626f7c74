/**
 * A failure that a person can act on, printed as its message alone. Any other error is a defect of the scripts and
 * keeps its stack.
 */
export class PlainError extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.name = 'PlainError'
    this.exitCode = exitCode
  }
}

/** Runs a script's main function and turns its outcome into the exit code of the process. */
export async function runScript(main) {
  try {
    process.exitCode = (await main(process.argv.slice(2))) ?? 0
  } catch (error) {
    console.error(error instanceof PlainError ? `\n${error.message}` : error)
    process.exitCode = error instanceof PlainError ? error.exitCode : 1
  }
}
