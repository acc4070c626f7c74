import sharp from 'sharp'

/**
 * A picture with a palette of 256 colours, about a third of its size. Not dithered: the dots would be larger than what
 * they save, and differ wherever a word does. The soft gradients of the app have fewer colours than the palette.
 */
export const withPalette = (png) => sharp(png).png({ palette: true, effort: 10, dither: 0 }).toBuffer()
