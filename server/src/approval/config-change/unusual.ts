/** The warning for the approvers of a change with a price or a rate that is many times the former one, or a small part of it (decision 195). */
export const farFromFormer = (isFar: boolean): string[] => (isFar ? ['FAR_FROM_FORMER'] : [])
