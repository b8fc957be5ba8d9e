#include <throng.h>

int main(void) { return throng_abi() == THRONG_ABI ? 0 : 1; }
