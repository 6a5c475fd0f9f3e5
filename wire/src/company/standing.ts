/** The operator's rating of a company, the best first. */
export const riskGrades = ['A', 'B', 'C', 'D', 'E'] as const
