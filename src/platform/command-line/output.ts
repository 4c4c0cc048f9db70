/** Prints one answer as one line. */
export function print(value: object): void {
  console.log(JSON.stringify(value))
}

/** Prints an error and sets the exit code 1. */
export function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
