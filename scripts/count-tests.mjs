import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'

/**
 * @public vitest.config.ts names this file.
 *
 * A vitest reporter that stores the counts on disk during the run. The file is rewritten after each test file, so that an
 * interrupted run still reports the passed tests and the files that had not run.
 */
export default class CountTests {
  #file
  #waiting = new Set()
  #files = []
  #faults = 0

  constructor({ outputFile }) {
    this.#file = outputFile
  }

  onTestRunStart(specifications) {
    for (const { project, moduleId } of specifications) this.#waiting.add(nameOf(project.name, moduleId))
    this.#write(false)
  }

  onTestModuleEnd(module) {
    const name = nameOf(module.project.name, module.moduleId)
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      counts[state === 'passed' || state === 'failed' ? state : 'skipped']++
    }
    // A file that does not load, or whose hook fails, may have no failed test; it counts as one.
    if (module.state() === 'failed' && counts.failed === 0) counts.failed = 1
    this.#waiting.delete(name)
    this.#files.push({ name, ...counts })
    this.#write(false)
  }

  onTestRunEnd(_modules, unhandledErrors, reason) {
    this.#faults = unhandledErrors.length
    this.#write(reason !== 'interrupted')
  }

  #write(finished) {
    mkdirSync(dirname(this.#file), { recursive: true })
    const report = { finished, files: this.#files, notRun: [...this.#waiting], faults: this.#faults }
    // Replaced as a whole: a process killed while writing leaves the previous report.
    writeFileSync(`${this.#file}.new`, JSON.stringify(report))
    renameSync(`${this.#file}.new`, this.#file)
  }
}

const nameOf = (project, path) => `${project}: ${relative(process.cwd(), path)}`
