/** The running example of Rinast, Schupp and Gollmann (Figure 1). */
export const figure1 = `int[0,6] c;
process Example() {
  clock x;
  state Init, Inv { x <= 2 }, Count;
  init Init;
  trans Init -> Inv { guard x >= 3; assign x = 0, c = 0; },
        Inv -> Count { assign x = 0, c = (c + 1) % 7; },
        Count -> Inv { guard x >= 3; assign x = 1; };
}
system Example;
`;
