import sharp from 'sharp'

/**
 * Reduces a picture to a palette of 256 colours, about a third of its size. Not dithered: the dots would cost more than
 * they save, and differ wherever a word does. The app's soft gradients have fewer colours than the palette.
 */
export const withPalette = (png) => sharp(png).png({ palette: true, effort: 10, dither: 0 }).toBuffer()
