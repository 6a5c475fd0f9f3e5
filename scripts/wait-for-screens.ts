import { cleanup, configure } from '@testing-library/react'
import { afterAll } from 'vitest'

// A busy machine needs longer for a rendering than the second that `waitFor` and `findBy` would wait.
configure({ asyncUtilTimeout: 60_000 })

// A tree that outlives its file renders once more when the window is gone, which fails the run though no test failed.
afterAll(cleanup)
