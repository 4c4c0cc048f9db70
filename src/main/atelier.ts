import { runCommandLine } from './commands/program.ts'

await runCommandLine(process.argv.slice(2))
