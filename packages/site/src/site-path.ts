/** The path under which the site is served. */
export const sitePath = '/site'
