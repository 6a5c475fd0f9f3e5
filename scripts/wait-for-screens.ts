import { configure } from '@testing-library/react'

// A busy machine needs longer for a rendering than the second that `waitFor` and `findBy` would wait.
configure({ asyncUtilTimeout: 60_000 })
