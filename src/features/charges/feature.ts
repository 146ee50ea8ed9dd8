export const chargesFeature = {
  contract: {},
};
