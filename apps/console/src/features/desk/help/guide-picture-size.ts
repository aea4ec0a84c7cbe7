/** The size of the pictures of the guide, or its ratio, so that their place is known before they are loaded. */
export const guidePictureSize = { width: 792, height: 660 } as const
