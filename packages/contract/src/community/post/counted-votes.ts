interface Vote {
  option: string
  cast_at: Date | null
  withdrawn_at: Date | null
}

/**
 * Decides which votes of a person in a poll count, by their times alone, so that the order of arrival does not matter. In
 * a poll with one choice only the last one does, even if it was taken back since (OQ-425).
 */
export function countedVotes<V extends Vote>(
  votes: readonly V[],
  allowMultiple: boolean,
): (V & { is_counted: boolean })[] {
  const last = votes.reduce<V | null>((best, vote) => (isLaterVote(vote, best) ? vote : best), null)
  return votes.map((vote) => ({
    ...vote,
    is_counted:
      vote.cast_at !== null &&
      (vote.withdrawn_at === null || vote.cast_at > vote.withdrawn_at) &&
      (allowMultiple || vote === last),
  }))
}

/** Of votes at the same time the one whose option comes first in the alphabet is the last one, in any order of arrival. */
function isLaterVote(vote: Vote, best: Vote | null): boolean {
  if (vote.cast_at === null) return false
  if (best?.cast_at == null || vote.cast_at > best.cast_at) return true
  return vote.cast_at.getTime() === best.cast_at.getTime() && vote.option < best.option
}
