import { findMessageFaults } from './lib/find-message-faults.mjs'
import { readMessages, readWebSources } from './lib/messages.mjs'
import { main, say } from './lib/run.mjs'

// Fails unless every message exists, says the same in every language, and is used.
await main(() => {
  const languages = readMessages()
  const faults = findMessageFaults(languages, readWebSources())
  for (const fault of faults) say(fault)
  if (faults.length > 0) process.exitCode = 1
})
